// Errors of answers as sentences for this page.

/** What speaks of the command line: options, other programs, the program itself. */
const ELSEWHERE = /--\w|\bawk\b|\btr '|'satoku /;

/** Without the parts that tell how to go on with the command line. */
function here(text) {
  const [first, ...further] = text.replace(/ \([^()]*\)/g, (aside) => (ELSEWHERE.test(aside) ? '' : aside)).split('; ');
  const kept = first.split(', ').filter((each) => !ELSEWHERE.test(each)).join(', ');
  return [kept, ...further.filter((each) => !ELSEWHERE.test(each))].filter(Boolean).join('; ');
}

/** An error of an answer as a sentence with its place. */
export function sentence({ message, line, column, found, expected }) {
  const place = line ? `line ${line}${column ? `, column ${column}` : ''}: ` : '';
  if (expected && ELSEWHERE.test(expected)) {
    const wanted = here(expected);
    return `${place}found ${found}${wanted ? `, expected ${wanted}` : ''}`;
  }
  if (!line || /\bline\s*\d/.test(message)) return message;
  return `Line ${place.slice('line '.length)}${message}`;
}
