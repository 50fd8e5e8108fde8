/* The mock under Bun. */
import { mockHandler } from 'assay';

const mock = mockHandler('spec/pet-catalogue');
await mock.ready;

const { url } = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => mock(request) });
console.log(url.origin);
