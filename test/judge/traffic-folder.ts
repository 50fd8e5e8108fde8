import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function fields(of: object): readonly object[] {
  return Object.entries(of).map(([name, value]) => ({ name, value: String(value) }));
}

/** A HAR file with so many lists of categories, of which the last so many are broken, all sent with the key. */
export function harOf(count: number, broken: number, key: string): string {
  const entries = Array.from({ length: count }, (_, at) => {
    const text = JSON.stringify(at < count - broken ? [] : [{ name: key }]);
    const headers = {
      'Content-Type': 'application/json',
      'WWW-Authenticate': 'Bearer',
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '59',
      'X-RateLimit-Reset': String(Date.UTC(2030, 0, 2, 3, 5) / 1000),
      Date: 'Wed, 02 Jan 2030 03:04:05 GMT',
    };
    return {
      startedDateTime: '2030-01-02T03:04:05Z',
      time: 1,
      request: {
        method: 'GET',
        url: 'https://api.example.com/v1/categories',
        headers: fields({ Authorization: `Bearer ${key}` }),
      },
      response: {
        status: 200,
        statusText: '',
        headers: fields(headers),
        content: { size: text.length, text },
      },
    };
  });
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'mitmproxy' }, entries } });
}

/** Writes so many HAR files into a folder, some of them below it and with spaces in their names. Returns their names there. */
export function writeTraffic(folder: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const name = at % 3 === 0 ? `day ${String(at)}/a session.har` : `${String(at)}.har`;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), harOf(at + 1, at % 4, `key-of-somebody-${String(at % 5)}-4711`));
    return name;
  });
}

/** The lines of a record that say what checks came to and which exchanges they cite. */
export function saidBy(record: string): readonly string[] {
  return record
    .split('\n')
    .filter((line) => line.startsWith('{"type":"check"') || line.startsWith('{"type":"exchange"'));
}
