/* The mock under Deno. Run it with what it needs: --allow-net, --allow-read, and --allow-env, which its reader of YAML asks for. */
import { mockHandler } from 'assay';

const mock = mockHandler('spec/pet-catalogue');
await mock.ready;

Deno.serve(
  { hostname: '127.0.0.1', port: 0, onListen: ({ port }) => console.log(`http://127.0.0.1:${port}`) },
  (request) => mock(request),
);
