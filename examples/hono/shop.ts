import { Hono } from 'hono';

/** What asks the service: `fetch`, or whatever answers in its place. */
export type Ask = (address: string, init?: RequestInit) => Promise<Response>;

/** A shop in Hono, which gets its menu from a service elsewhere. */
export function shopOf(service: string, key: string, ask: Ask = fetch): Hono {
  const shop = new Hono();
  shop.get('/menu', async (context) => {
    const answer = await ask(`${service}/categories`, { headers: { authorization: `Bearer ${key}` } });
    const retryAfter = answer.headers.get('retry-after');
    if (answer.status === 429 && retryAfter !== null)
      return context.text('closed for a moment', 503, { 'retry-after': retryAfter });
    if (!answer.ok) return context.text('closed', 502);
    const categories = (await answer.json()) as readonly { readonly name: string }[];
    return context.json(categories.map(({ name }) => name));
  });
  return shop;
}
