// Cells that were copied from a spreadsheet: tabs between them, and nothing in empty ones.

const MOST = 100; // rows of a grid, and more

/** The same with commas, if it is a square of cells of which some are empty; else the text as it is. */
export function fromSpreadsheet(text) {
  if (!text.includes('\t')) return text;
  let end = text.length;
  while (end > 0 && '\r\n'.includes(text[end - 1])) end -= 1;
  const lines = text.slice(0, end).split(/\r?\n/, MOST + 1);
  if (lines.length > MOST) return text;
  const rows = lines.map((row) => row.split('\t'));
  const isSquare = rows.length > 1 && rows.every((row) => row.length === rows.length);
  const isSparse = rows.some((row) => row.some((cell) => cell.trim() === ''));
  return isSquare && isSparse ? `${rows.map((row) => row.join(',')).join('\n')}\n` : text;
}
