/* One request in full. */
function bodyText(body) {
  if (body === null) return null;
  if (body.size === 0) return '';
  return body.cut ? body.text + '\n… ' + number.format(body.size) + ' bytes in all' : indented(body.text);
}

function message(title, head, body, absent) {
  const text = bodyText(body);
  return el(
    'div',
    { className: 'message' },
    el('h3', null, title),
    head === null ? null : el('pre', { tabIndex: 0, role: 'group', ariaLabel: title + ', head' }, head),
    text === null || text === ''
      ? el('p', { className: 'soft small' }, text === null ? absent : 'No body.')
      : el('pre', { tabIndex: 0, role: 'group', ariaLabel: title + ', body' }, text),
  );
}

function explanation({ reason, advice, clauses, documented }) {
  const statements = clauses.map(({ id, section, text }) =>
    el('li', null, 'Section ' + section + ': ' + text + ' ', el('span', { className: 'soft mono' }, id)),
  );
  return el(
    'div',
    { className: 'notice' },
    el('p', null, el('b', null, 'Why: '), reason),
    advice === null ? null : el('p', null, el('b', null, 'What to change: '), advice),
    statements.length === 0 ? null : el('p', null, el('b', null, 'What the document says:')),
    statements.length === 0 ? null : el('ul', null, ...statements),
    statements.length > 0 || documented === null
      ? null
      : el('p', null, el('b', null, 'What the document says: '), documented),
  );
}

function curlBlock(curl) {
  const shown = el('pre', { tabIndex: 0, role: 'group', ariaLabel: 'curl command' }, curl);
  const button = el('button', { type: 'button' }, 'Copy as curl');
  button.addEventListener('click', async () => {
    button.textContent = await copied(curl, shown);
    setTimeout(() => (button.textContent = 'Copy as curl'), 2000);
  });
  return el(
    'div',
    { className: 'message' },
    el('div', { className: 'beside' }, el('h3', null, 'The same with curl'), button),
    shown,
  );
}

async function fillDetail(panel, id) {
  let found;
  try {
    const answer = await fetch('requests/' + id);
    found = await answer.json();
    if (!answer.ok) throw new Error(found.message);
  } catch (error) {
    panel.replaceChildren(el('p', { className: 'soft' }, error.message));
    return;
  }
  const { request, answer, curl, operation, address } = found;
  const facts = [
    operation ?? 'no documented operation',
    'from ' + address,
    answer.delivery === 'whole' ? '' : answer.delivery === 'cut' ? 'answer cut off' : 'no answer given',
  ];
  panel.replaceChildren(
    ...[
      found.explanation === null ? null : explanation(found.explanation),
      el('p', { className: 'soft small' }, facts.filter(Boolean).join(', ')),
      el(
        'div',
        { className: 'messages' },
        message('Request', request.head, request.body, 'Its body was not read.'),
        message('Answer', answer.head, answer.body, 'No body.'),
      ),
      curlBlock(curl),
    ].filter(Boolean),
  );
}
