"""``python -m satoku.spark VERB --input … --output …``: bulk jobs for spark-submit."""

import sys

from satoku.spark.command import main

sys.exit(main())
