/** What a client needs: where the service is, its key, and how it waits. */
export type Service = {
  readonly url: string;
  readonly key: string;
  readonly wait: (ms: number) => void | Promise<void>;
};

const ATTEMPTS = 3;

/** The names of all categories. Comes back after as long as a 429 says, at most three times. */
export async function listCategories({ url, key, wait }: Service): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${url}/categories`, { headers: { authorization: `Bearer ${key}` } });
    const body: unknown = await answer.json();
    if (answer.ok) return (body as readonly { readonly name: string }[]).map(({ name }) => name);
    if (answer.status !== 429 || attempt === ATTEMPTS) throw new Error(`the service said ${answer.status}`);
    await wait(Number(answer.headers.get('retry-after')) * 1000);
  }
}
