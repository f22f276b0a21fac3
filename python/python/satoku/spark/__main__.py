"""``python -m satoku.spark COMMAND --input … --output …``: bulk jobs for spark-submit."""

import sys

from satoku.spark.command import main

sys.exit(main())
