(() => {
  'use strict';
  /** @type {(selector: string, root?: ParentNode) => any[]} */
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const form = /** @type {HTMLFormElement} */ (document.getElementById('filter'));
  const details = all('main details');

  function opened(open) {
    for (const one of details) one.open = open;
  }

  async function copied(text, node) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const range = document.createRange();
      range.selectNodeContents(node);
      const selection = getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      return document.execCommand('copy');
    }
  }

  for (const block of all('.copyable')) {
    const button = document.createElement('button');
    const state = document.createElement('span');
    const name = block.dataset.name + ' command';
    button.type = 'button';
    state.textContent = 'Copy';
    button.append(state);
    button.setAttribute('aria-label', 'Copy ' + name);
    button.addEventListener('click', async () => {
      const done = await copied(block.textContent, block);
      state.textContent = done ? 'Copied' : 'Selected';
      button.setAttribute('aria-label', state.textContent + ' ' + name);
      setTimeout(() => {
        state.textContent = 'Copy';
        button.setAttribute('aria-label', 'Copy ' + name);
      }, 2000);
    });
    (block.closest('.command > details') ?? block).after(button);
  }

  if (form) {
    const items = all('[data-outcome]').map((element) => ({
      element,
      outcome: element.dataset.outcome,
      sections: element.dataset.section.split(' '),
      text: element.textContent.toLowerCase(),
    }));
    const groups = all('.group');
    const status = form.querySelector('[role=status]');
    const { outcome, section, text, unfold } = /** @type {any} */ (form.elements);
    const apply = () => {
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const item of items) {
        const fits =
          (outcome.value === '' || item.outcome === outcome.value) &&
          (section.value === '' || item.sections.includes(section.value)) &&
          words.every((word) => item.text.includes(word));
        item.element.hidden = !fits;
        if (fits) shown += 1;
      }
      for (const group of groups) group.hidden = group.querySelector('.clause:not([hidden])') === null;
      const filtered = shown < items.length;
      status.textContent = filtered ? shown + ' of ' + items.length + ' clauses and broken checks shown' : '';
    };
    let waiting;
    text.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = setTimeout(apply, 80);
    });
    outcome.addEventListener('change', apply);
    section.addEventListener('change', apply);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      apply();
    });
    form.addEventListener('reset', () => setTimeout(apply));
    unfold.addEventListener('click', () => {
      const open = details.some((one) => !one.open);
      opened(open);
      unfold.textContent = open ? 'Close details' : 'Open details';
    });
    form.hidden = false;
    const reveal = () => {
      const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
      if (target === null) return;
      if (target.closest('[hidden]') !== null) form.reset();
      for (const one of all('details', target).slice(0, 1)) one.open = true;
    };
    addEventListener('hashchange', reveal);
    reveal();
  }

  let before = [];
  addEventListener('beforeprint', () => {
    before = details.filter((one) => !one.open);
    opened(true);
  });
  addEventListener('afterprint', () => {
    for (const one of before) one.open = false;
  });
})();
