// Errors of answers as sentences for this page.

/** Several errors: the first as a sentence, and how many there are. */
export function firstOf([error, ...others]) {
  const said = sentence(error);
  return others.length > 0 ? `${said.replace(/\.$/, '')}. ${others.length} more like this.` : said;
}

/** An error of an answer as a sentence with its place. */
export function sentence({ message, line, column }) {
  if (!line || /\bline\s*\d/.test(message)) return message;
  return `Line ${line}${column ? `, column ${column}` : ''}: ${message}`;
}
