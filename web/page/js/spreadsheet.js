// Cells that were copied from a spreadsheet: tabs between them, and nothing in empty ones.

/** The same with commas, if it is a square of cells of which some are empty; else the text as it is. */
export function fromSpreadsheet(text) {
  const rows = text.replace(/(\r?\n)+$/, '').split(/\r?\n/).map((row) => row.split('\t'));
  const isSquare = rows.length > 1 && rows.every((row) => row.length === rows.length);
  const isSparse = rows.some((row) => row.some((cell) => cell.trim() === ''));
  return isSquare && isSparse ? `${rows.map((row) => row.join(',')).join('\n')}\n` : text;
}
