// A static server on 127.0.0.1 for the page, as any host would serve it.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../dist', import.meta.url));
const TYPES = {
  '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript',
  '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.json': 'application/json',
};

/** Starts the server; port 0 takes a free one. */
export function serve(port = 0) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://127.0.0.1');
    const path = normalize(decodeURIComponent(pathname)).replace(/\/$/, '/index.html');
    try {
      const bytes = await readFile(join(FOLDER, path));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
    }
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serve(Number(argv[2] ?? 8080));
  console.log(`http://127.0.0.1:${server.address().port}/ shows the page; Ctrl-C ends it`);
}
