/* Elements, texts that hide nothing, and requests to the mock. */
/**
 * An element of the page; some are fields.
 * @type {(id: string) => HTMLElement & { value: string, checked: boolean, selectedIndex: number }}
 */
const byId = (id) => /** @type {any} */ (document.getElementById(id));

/* Characters that show nothing, or change how others show, are spelled out. */
const visible = (text) =>
  String(text).replace(
    /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (found) => '\\u{' + found.codePointAt(0).toString(16) + '}',
  );

function el(name, properties, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  for (const child of children)
    if (child !== null && child !== undefined)
      made.append(typeof child === 'object' ? child : visible(child));
  return made;
}

/* JSON by lines, with every digit and letter as it came. */
function indented(text) {
  if (!/^\s*[[{]/.test(text) || text.length > 200000) return text;
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let out = '';
  let depth = 0;
  const line = () => '\n' + '  '.repeat(Math.min(depth, 40));
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]\s*[\]}]|[^\s]/gs)) {
    if (/^[[{]\s*[\]}]$/.test(token)) out += token[0] + token.at(-1);
    else if (token === '{' || token === '[') {
      depth += 1;
      out += token + line();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      out += line() + token;
    } else if (token === ',') out += token + line();
    else if (token === ':') out += ': ';
    else out += token;
  }
  return out;
}

const number = new Intl.NumberFormat('en');
const count = (amount, one, many) => number.format(amount) + ' ' + (amount === 1 ? one : many);

function problem(text) {
  byId('problem').textContent = visible(text);
}

async function post(name, body) {
  try {
    const answer = await fetch(name, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    });
    const told = await answer.json();
    problem(answer.ok ? '' : told.message);
  } catch {
    problem('The mock did not answer.');
  }
}

async function copied(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    getSelection().selectAllChildren(shown);
    return 'Selected';
  }
}

function tone(status) {
  if (status === null || status >= 500) return 'bad';
  if (status >= 400) return 'doubtful';
  return status >= 300 ? 'told' : 'good';
}
