/* The form that sends requests of the interface. */
let offer = { operations: [], keys: [] };

const chosen = () => offer.operations[byId('operation').selectedIndex];

function fillOperation() {
  const operation = chosen();
  if (operation === undefined) return;
  const notes = [
    operation.id,
    operation.named ? 'the document only names it' : '',
    operation.deprecated ? 'deprecated' : '',
    operation.credential === null ? 'needs no key' : '',
  ];
  byId('operation-note').textContent = visible(notes.filter(Boolean).join(', '));
  byId('parameters').replaceChildren(
    ...operation.parameters.map((parameter) =>
      el(
        'label',
        null,
        parameter.name + ' (' + parameter.in + (parameter.required ? ', required' : '') + ')',
        el('input', { value: parameter.value, spellcheck: false }),
      ),
    ),
  );
  byId('parameters').hidden = operation.parameters.length === 0;
  byId('body-field').hidden = operation.body === null;
  byId('body').value = operation.body === null ? '' : indented(operation.body.text);
  byId('wish').replaceChildren(
    el('option', { value: '' }, 'None, as it comes'),
    ...operation.statuses.map((status) => el('option', { value: status }, status)),
  );
}

function useKey(credential, key, parts) {
  if (credential === null || key === '') return;
  switch (credential.kind) {
    case 'http-bearer':
      parts.headers.Authorization = 'Bearer ' + key;
      break;
    case 'http-basic':
      parts.headers.Authorization = 'Basic ' + btoa(key.includes(':') ? key : key + ':');
      break;
    case 'api-key':
      if (credential.in === 'header') parts.headers[credential.name] = key;
      else if (credential.in === 'query') parts.query.append(credential.name, key);
      else parts.cookie = credential.name;
  }
}

function requestOf(operation) {
  const parts = { headers: {}, query: new URLSearchParams(), cookie: undefined };
  let path = operation.path;
  const fields = [...byId('parameters').querySelectorAll('input')];
  operation.parameters.forEach((parameter, at) => {
    const { value } = fields[at];
    if (parameter.in === 'path')
      path = path.replace('{' + parameter.name + '}', () => encodeURIComponent(value));
    else if (value === '') return;
    else if (parameter.in === 'query') parts.query.append(parameter.name, value);
    else if (parameter.in === 'header') parts.headers[parameter.name] = value;
  });
  path = path.replace(/\{[^}]*\}/g, 'x');
  const key = byId('key').value;
  useKey(operation.credential, key, parts);
  if (byId('wish').value !== '') parts.headers.Prefer = 'code=' + byId('wish').value;
  const body = operation.body === null || byId('body').value === '' ? undefined : byId('body').value;
  if (body !== undefined) parts.headers['Content-Type'] = operation.body.mediaType;
  const query = parts.query.size === 0 ? '' : '?' + parts.query;
  return { url: offer.basePath + path + query, headers: parts.headers, body, cookie: parts.cookie, key };
}

async function send() {
  const operation = chosen();
  if (operation === undefined) return;
  const panel = byId('answer');
  const startedMs = performance.now();
  panel.hidden = false;
  const { url, headers, body, cookie, key } = requestOf(operation);
  try {
    if (cookie !== undefined) document.cookie = cookie + '=' + key + '; path=/; SameSite=Strict';
    const answer = await fetch(url, { method: operation.method, headers, body, redirect: 'manual' });
    const text = await answer.text();
    const took = Math.round(performance.now() - startedMs);
    const head = [...answer.headers].map(([name, value]) => name + ': ' + value).join('\n');
    panel.replaceChildren(
      el(
        'p',
        null,
        el('b', { className: tone(answer.status) }, answer.status + ' ' + answer.statusText),
        el('span', { className: 'soft' }, ' in ' + took + ' ms'),
      ),
      el(
        'pre',
        { tabIndex: 0, role: 'group', ariaLabel: 'Body of the answer' },
        text === '' ? 'No body.' : indented(text).slice(0, 100000),
      ),
      el(
        'details',
        null,
        el('summary', { className: 'soft small' }, 'Headers of the answer'),
        el('pre', { tabIndex: 0, role: 'group', ariaLabel: 'Headers of the answer' }, head),
      ),
    );
  } catch {
    panel.replaceChildren(
      el('p', { className: 'bad' }, 'No answer: the connection broke off, or the request cannot be sent.'),
    );
  } finally {
    if (cookie !== undefined) document.cookie = cookie + '=; path=/; Max-Age=0';
  }
}

function offerOperations(given) {
  offer = given;
  byId('operation').replaceChildren(
    ...offer.operations.map(({ method, path }) => el('option', null, method + ' ' + path)),
  );
  byId('key').replaceChildren(
    ...offer.keys.map(({ key, plan, label }) => el('option', { value: key }, plan + ' (' + label + ')')),
    el('option', { value: 'a-key-that-nobody-has' }, 'a key that is not valid'),
    el('option', { value: '' }, 'no key'),
  );
  fillOperation();
}

byId('operation').addEventListener('change', fillOperation);
byId('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});
byId('form').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    void send();
  }
});
