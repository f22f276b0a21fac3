// What the tests of the module share: the module as the page loads it, and the program
// with which its answers are compared.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Asker } from "../page/worker.js";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The program: SATOKU, or the newest that was built. */
export const program = process.env.SATOKU ?? built();

function built() {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const found = ["release", "debug"].map((profile) => join(target, profile, "satoku"));
  const age = (path) => statSync(path).mtimeMs;
  const [program] = found.filter(existsSync).sort((a, b) => age(b) - age(a));
  if (!program) throw new Error("there is no satoku: type 'cargo build', or set SATOKU");
  return program;
}

let asker = null;

/** A new instance of a module. */
export function load(name) {
  const bytes = readFileSync(join(root, "web/dist", name));
  return new Asker(new WebAssembly.Module(bytes));
}

/** A new instance of the whole module. */
export const fresh = () => load("satoku.wasm");

/** The answer as an object. ASK names a program that answers lines instead of the module. */
export function ask(request) {
  const text = typeof request === "string" ? request : JSON.stringify(request);
  if (process.env.ASK) {
    const options = { input: text + "\n", encoding: "utf8", maxBuffer: 1 << 30 };
    return JSON.parse(execFileSync(process.env.ASK, options));
  }
  asker ??= fresh();
  return JSON.parse(asker.ask(text));
}

/** What the program prints. */
export function satoku(args, input = "") {
  const ran = spawnSync(program, args, { input, encoding: "utf8", maxBuffer: 1 << 30 });
  if (ran.error) throw ran.error;
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

/** The JSON lines that the program prints. */
export function satokuLines(args, input) {
  const { out } = satoku(args, input);
  return out.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** The puzzles of a file of tests/data, one a line. */
export function puzzles(path) {
  const lines = readFileSync(join(root, "tests/data", path), "utf8").split("\n");
  return lines.filter((line) => line && !line.startsWith("#"));
}

/** The files of a folder of tests/data. */
export function files(folder, ending) {
  const names = readdirSync(join(root, "tests/data", folder));
  return names.filter((name) => name.endsWith(ending)).map((name) => `${folder}/${name}`);
}
