/* What comes from the mock, and the start of it all. */
function link(state, text) {
  byId('link').dataset.state = state;
  byId('link').textContent = text;
}

function showState(state, entries) {
  showClock(state);
  showQuotas(state);
  showLatency(state.latency);
  showFaults(state.faults);
  showCollections(state.collections, entries);
  showTally(state);
}

function listen() {
  const source = new EventSource('events');
  source.addEventListener('open', () => {
    link('live', 'Live');
    void takeOffer();
  });
  source.addEventListener('error', () => {
    const over = source.readyState === EventSource.CLOSED;
    link(
      'lost',
      over
        ? 'Not connected: too many pages show this mock, or it was stopped. Load the page again.'
        : 'Connection lost, trying again',
    );
  });
  source.addEventListener('all', ({ data }) => {
    const { state, requests, entries } = JSON.parse(data);
    replaceRows(requests);
    showState(state, entries);
  });
  source.addEventListener('more', ({ data }) => {
    const { state, requests, missed: missing, entries } = JSON.parse(data);
    if (rows.length > 0 && rows[0].row.number > state.requests) replaceRows([]);
    takeRows(requests, missing);
    showState(state, entries);
  });
}

/* Whatever was chosen stays chosen, unless the mock has another document now. */
let offered = '';

async function takeOffer() {
  try {
    const text = await (await fetch('offer')).text();
    if (text === offered) return;
    offered = text;
    const given = JSON.parse(text);
    offerOperations(given);
    offerFaults(given.faults);
  } catch {
    problem('The mock did not say what it offers; load the page again.');
  }
}

function start() {
  byId('live').hidden = false;
  byId('contents').hidden = false;
  byId('address').textContent = visible(location.origin + byId('address').textContent);
  link('none', 'Connecting');
  listen();
}
start();
