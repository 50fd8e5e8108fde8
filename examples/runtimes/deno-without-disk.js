/* The mock where nothing but the network is allowed, as at the edge: the document comes by a request, here to a data: address. */
import { mockHandler } from 'assay/browser';

const answer = await fetch(Deno.args[0]);
const mock = mockHandler({ text: await answer.text(), file: 'openapi.yaml' });
await mock.ready;

Deno.serve(
  { hostname: '127.0.0.1', port: 0, onListen: ({ port }) => console.log(`http://127.0.0.1:${port}`) },
  (request) => mock(request),
);
