// Says how many bytes the first visit of the page takes: every file, compressed, but the whole
// module, which is loaded when somebody asks for more than the first module answers, the code of
// panels that is loaded when they are opened, and the schema of requests, which is for people and
// which the page never loads.
//
//   node web/sizes.mjs FOLDER
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** Files that a first visit does not load. */
const LATER = ["satoku.wasm", "js/formula.js", "js/proof.js", "js/pyramid.js", "js/base64.js", "ask.schema.json"];

const isFirst = (name) => !LATER.includes(name);

/** The sizes of those files of a folder whose names are wanted: plain, by gzip -9 and by brotli. */
function sizes(folder, wanted) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => ({ path, name: path.slice(folder.length + 1) }))
    .filter(({ name }) => wanted(name))
    .map(({ path, name }) => {
      const bytes = readFileSync(path);
      return {
        name,
        plain: bytes.length,
        gzip: gzipSync(bytes, { level: 9 }).length,
        brotli: brotliCompressSync(bytes).length,
      };
    })
    .sort((a, b) => b.gzip - a.gzip);
}

/** The sum of some sizes. */
function total(files, name) {
  const add = (key) => files.reduce((sum, file) => sum + file[key], 0);
  return { name, plain: add("plain"), gzip: add("gzip"), brotli: add("brotli") };
}

/** What the first visit of the page in a folder takes. */
export function firstVisit(folder) {
  return total(sizes(folder, isFirst), "first visit");
}

if (process.argv[1]?.endsWith("sizes.mjs")) {
  const folder = process.argv[2];
  if (!folder) {
    console.error("sizes.mjs: expected a folder");
    process.exit(2);
  }
  const files = sizes(folder.replace(/\/+$/, ""), () => true);
  const first = files.filter(({ name }) => isFirst(name));
  console.log("     plain    gzip -9     brotli");
  for (const { name, plain, gzip, brotli } of [...files, total(first, "first visit"), total(files, "in all")]) {
    const cells = [plain, gzip, brotli].map((bytes) => String(bytes).padStart(10));
    console.log(`${cells.join(" ")}  ${name}`);
  }
}
