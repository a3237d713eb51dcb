/** The script of the documentation pages: live search, and a copy button on every code block. */
const box = document.querySelector('header input[type=search]');
const hits = document.getElementById('hits');

let opened;

/** Loads MiniSearch and the index when the search box is first focused. */
function openIndex() {
  opened ??= Promise.all([
    import('/docs/minisearch.js'),
    fetch('/docs/search.json').then((answer) => answer.json()),
  ]).then(([{ default: MiniSearch }, { options, hits: most, index }]) => {
    const search = MiniSearch.loadJS(index, options);
    const boosted = { boostDocument: (_id, _term, { weight }) => weight };
    return (query) => search.search(query, boosted).slice(0, most);
  });
  return opened;
}

async function showHits() {
  const query = box.value.trim();
  hits.hidden = query === '';
  if (query === '') return;
  const search = await openIndex();
  if (box.value.trim() === query) hits.replaceChildren(listOf(search(query), query));
}

function listOf(found, query) {
  if (found.length === 0) return element('p', `No page contains all of these words: ${query}`);
  const list = element('ol');
  for (const { id, heading, page, start } of found) {
    const item = element('li');
    const link = element('a', heading);
    link.href = id;
    item.append(link, element('small', heading === page ? start : page));
    list.append(item);
  }
  return list;
}

function element(name, text = '') {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function hideHits() {
  hits.hidden = true;
}

/** The arrow keys move the focus between the search box and the hits. */
function moveFocus(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [box, ...hits.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  if (step === undefined || at === -1 || hits.hidden || stops.length === 1) return;
  event.preventDefault();
  stops[Math.max(0, Math.min(at + step, stops.length - 1))].focus();
}

if (box !== null && hits !== null) {
  // If the index fails to load, submitting the form still opens the results page.
  const update = () => void showHits().catch(hideHits);
  box.addEventListener('focus', () => void openIndex().catch(() => (opened = undefined)));
  box.addEventListener('input', update);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hideHits();
    else moveFocus(event);
  });
  document.addEventListener('click', ({ target }) => {
    if (!hits.contains(target) && target !== box) hideHits();
    else if (target.closest('a') !== null) hideHits();
  });
}

for (const block of document.querySelectorAll('article pre')) {
  if (navigator.clipboard === undefined) break;
  const frame = element('div');
  frame.className = 'box';
  const button = element('button', 'Copy');
  button.type = 'button';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  block.replaceWith(frame);
  frame.append(block, button);
}
