/* Dredd finds `hooks` by itself. The key comes in RIVAL_KEY. */
const hooks = require('hooks');

const RATE_LIMIT_HEADERS = {
  'X-RateLimit-Limit': '1',
  'X-RateLimit-Remaining': '1',
  'X-RateLimit-Reset': '1',
};

hooks.beforeEach((transaction) => {
  const status = transaction.expected.statusCode;
  if (status === '429') {
    transaction.skip = true;
    return;
  }
  const key = status === '401' ? 'not-a-key' : process.env.RIVAL_KEY;
  transaction.request.headers.Authorization = `Bearer ${key}`;
  if (status === '400') transaction.request.body = '{"description":"The required name is missing"}';
  Object.assign(transaction.expected.headers, RATE_LIMIT_HEADERS);
});
