// Errors of answers as sentences for this page.

/** An error of an answer as a sentence with its place. */
export function sentence({ message, line, column }) {
  if (!line || /\bline\s*\d/.test(message)) return message;
  return `Line ${line}${column ? `, column ${column}` : ''}: ${message}`;
}
