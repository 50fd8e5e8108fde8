/* Latency, faults, collections and the way back to the start. */
let faultsInForce = [];
let faultTitles = new Map();

function showLatency({ minMs, maxMs }) {
  for (const [id, value] of [
    ['latency-min', minMs],
    ['latency-max', maxMs],
  ])
    if (byId(id).dataset.shown !== String(value)) {
      byId(id).value = value;
      byId(id).dataset.shown = value;
    }
}

byId('latency').addEventListener('submit', (event) => {
  event.preventDefault();
  const minMs = Number(byId('latency-min').value);
  const maxMs = Math.max(minMs, Number(byId('latency-max').value));
  byId('latency-max').value = String(maxMs);
  void post('latency', { minMs, maxMs });
});

function setFaults(names) {
  return post('faults', { names });
}

function showFaults(names) {
  if (names.join() === faultsInForce.join()) return;
  faultsInForce = names;
  byId('fault-list').replaceChildren(
    ...names.map((name) => {
      const remove = el(
        'button',
        { type: 'button', className: 'plain', ariaLabel: 'Remove the fault ' + name },
        'Remove',
      );
      remove.addEventListener('click', async () => {
        await setFaults(faultsInForce.filter((each) => each !== name));
        byId('fault').focus();
      });
      const title = faultTitles.get(name);
      const text = el('span', null, el('span', { className: 'mono' }, name));
      if (title !== undefined) text.append(el('span', { className: 'small soft' }, ' ' + title));
      return el('li', null, text, remove);
    }),
  );
}

function offerFaults(faults) {
  faultTitles = new Map(faults.map(({ name, title }) => [name, title]));
  const families = [...new Set(faults.map(({ family }) => family))];
  byId('fault').replaceChildren(
    ...families.map((family) =>
      el(
        'optgroup',
        { label: family },
        ...faults
          .filter((each) => each.family === family)
          .map(({ name }) => el('option', { value: name }, name)),
      ),
    ),
  );
  const describe = () =>
    (byId('fault-note').textContent = visible(faultTitles.get(byId('fault').value) ?? ''));
  byId('fault').addEventListener('change', describe);
  describe();
}

byId('fault-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void setFaults([...new Set([...faultsInForce, byId('fault').value])]);
});

const shelves = new Map();

function showCollections(collections, entries) {
  for (const [path, size] of Object.entries(collections)) {
    let shelf = shelves.get(path);
    if (shelf === undefined) {
      const title = el('span', { className: 'soft' });
      const body = el('div', {
        className: 'entries',
        tabIndex: 0,
        role: 'group',
        ariaLabel: 'Newest entries of ' + path,
      });
      shelf = { title, body };
      shelves.set(path, shelf);
      byId('collections').append(
        el('details', null, el('summary', null, el('code', null, path), ' ', title), body),
      );
    }
    shelf.title.textContent = count(size, 'entry', 'entries');
    const texts = entries?.[path];
    if (texts === undefined) continue;
    const more =
      size > texts.length ? el('p', { className: 'soft small' }, 'the newest ' + texts.length) : null;
    shelf.body.replaceChildren(...[more, ...texts.map((text) => el('pre', null, text))].filter(Boolean));
  }
}

byId('reset').addEventListener('click', () => void post('reset'));
