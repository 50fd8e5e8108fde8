/* The mock in a service worker: the page asks the address that it has in production, and nothing of it knows. */
import { mockHandler } from 'assay/browser';
import text from '../../spec/pet-catalogue/openapi.yaml?raw';

const mock = mockHandler({ text, file: 'openapi.yaml' });

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { hostname } = new URL(event.request.url);
  if (hostname === 'pets.example') event.respondWith(mock(event.request));
});

/* What a test asks of the mock besides requests: a fault, a later time, the state of the beginning. */
async function obey({ name, ms }) {
  const { clock, fault, reset } = await mock.ready;
  if (ms !== undefined) clock.advance(ms);
  else if (name === 'reset') await reset();
  else fault(name);
}
addEventListener('message', (event) => {
  event.waitUntil(obey(event.data).then(() => event.source.postMessage('done', {})));
});
