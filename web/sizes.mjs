// Says how many bytes the first visit of the page takes: every file, compressed, but the whole
// module, which is loaded when somebody asks for more than the first module answers, the code of
// panels that is loaded when they are opened, and the schema of requests, which is for people and
// which the page never loads.
//
//   node web/sizes.mjs FOLDER
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** The sizes of all files of a folder: plain, by gzip -9 and by brotli. */
export function sizes(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      const bytes = readFileSync(path);
      return {
        name: path.slice(folder.length + 1),
        plain: bytes.length,
        gzip: gzipSync(bytes, { level: 9 }).length,
        brotli: brotliCompressSync(bytes).length,
      };
    })
    .sort((a, b) => b.gzip - a.gzip);
}

/** The sum of some sizes. */
export function total(files, name) {
  const add = (key) => files.reduce((sum, file) => sum + file[key], 0);
  return { name, plain: add("plain"), gzip: add("gzip"), brotli: add("brotli") };
}

/** Files that a first visit does not load. */
const LATER = ["satoku.wasm", "js/formula.js", "js/proof.js", "js/pyramid.js", "js/base64.js", "ask.schema.json"];

/** What the first visit takes. */
export function firstVisit(files) {
  return total(files.filter(({ name }) => !LATER.includes(name)), "first visit");
}

if (process.argv[1]?.endsWith("sizes.mjs")) {
  const folder = process.argv[2];
  if (!folder) {
    console.error("sizes.mjs: expected a folder");
    process.exit(2);
  }
  const files = sizes(folder.replace(/\/+$/, ""));
  console.log("     plain    gzip -9     brotli");
  for (const { name, plain, gzip, brotli } of [...files, firstVisit(files), total(files, "in all")]) {
    const cells = [plain, gzip, brotli].map((bytes) => String(bytes).padStart(10));
    console.log(`${cells.join(" ")}  ${name}`);
  }
}
