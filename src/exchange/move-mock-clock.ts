/**
 * Moves the clock of assay's own mock at an address by so many ms. False when there is no such endpoint, or when it is
 * switched off: then the caller has to wait like for any other service.
 */
export async function moveMockClock(baseUrl: string, advanceMs: number): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/__assay/clock', baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs }),
      signal: AbortSignal.timeout(5_000),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
