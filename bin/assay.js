#!/usr/bin/env node
// Plain old syntax on purpose: a Node that is too old has to get as far as saying so.
// And no import of what Node brings: Node would load what is behind each name of it, for longer than a quick command takes.
var command = process.argv[2];

// Microseconds of CPU time that a run with a small quota does not need.
var BUSY_US = 2000000;
// Of the space for young objects, where a run has much to do.
var YOUNG_BYTES = 8 * 1024 * 1024;

// Old objects are looked for when they are so much more than the last time: left alone they come to five times what is needed.
var GROWTH_PERCENT = 30;
// Of one function. A validator of a large schema is one of a thousand lines, and to optimize it takes hundreds of megabytes.
var LARGEST_OPTIMIZED = 8192;

// Overwrites the command line that other users of the machine can read: it may hold a key.
process.title = 'assay';

function numbers(version) {
  return version
    .replace(/^[^0-9]*/, '')
    .split(/[.-]/)
    .slice(0, 3)
    .map(Number);
}

function isOlder(version, wanted) {
  var left = numbers(version);
  var right = numbers(wanted);
  for (var i = 0; i < 3; i += 1) {
    if (left[i] !== right[i]) return left[i] < right[i];
  }
  return false;
}

function fail(text) {
  process.stderr.write('assay: ' + text + '\n');
  process.exitCode = 2;
}

function internalError(error) {
  fail('internal error: ' + (error && error.stack ? error.stack : String(error)));
}

function missingBuild(error) {
  if (error && error.code === 'ERR_MODULE_NOT_FOUND' && /dist.bundle/.test(error.message)) {
    fail('this copy is not built; run "npm run prepare" in it');
  } else {
    internalError(error);
  }
}

function run(modules) {
  var io = modules[0].processIo();
  var started =
    command === 'mock'
      ? modules[1].mockCommand(process.argv.slice(3), io)
      : modules[1].main(process.argv.slice(2), io);
  return started.then(function (code) {
    // What could not be printed has set one already; a verdict of the command comes first.
    process.exitCode = code || process.exitCode || 0;
  }, internalError);
}

// A command that reads what strangers wrote keeps below 250 MB: the space for young objects, which for long lists grows to
// fifty of them, stays small. Before the first module, since it never shrinks. The mock has to be fast instead, and what reads a document
// alone is over before there are many.
function staySmall() {
  if (command === 'mock' || command === 'explain' || command === 'lint' || command === 'list') return;
  var v8 = process.getBuiltinModule('v8');
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  // Its graph of one function has no bound: the validator of a schema with hundreds of branches took it more than a gigabyte.
  v8.setFlagsFromString('--no-maglev');
}

// A run against a polite service waits more than it computes: to compile its code takes a fifth of its memory, and no less time
// than is won. One that has much to do has it compiled as soon as that shows; so has one that gets a long body (src/system/garbage.ts).
// Its space for young objects may then grow to a few megabytes: with one, a quarter of its time goes to looking for garbage in it.
function hurryWhenBusy() {
  if (command !== 'test') return;
  var v8 = process.getBuiltinModule('v8');
  v8.setFlagsFromString('--no-opt');
  var isBusy = false;
  var timer = setInterval(function () {
    var used = process.cpuUsage();
    if (!isBusy && used.user + used.system >= BUSY_US) {
      isBusy = true;
      v8.setFlagsFromString('--opt');
      v8.setFlagsFromString('--semi-space-growth-factor=2');
      v8.setFlagsFromString('--heap-growing-percent=' + GROWTH_PERCENT);
      v8.setFlagsFromString('--max-optimized-bytecode-size=' + LARGEST_OPTIMIZED);
    } else if (isBusy && youngBytes(v8) >= YOUNG_BYTES) {
      v8.setFlagsFromString('--semi-space-growth-factor=1');
      clearInterval(timer);
    }
  }, 200);
  timer.unref();
}

function youngBytes(v8) {
  return v8
    .getHeapSpaceStatistics()
    .filter(function (space) {
      return space.space_name === 'new_space';
    })
    .reduce(function (sum, space) {
      return sum + space.space_size;
    }, 0);
}

function start() {
  staySmall();
  hurryWhenBusy();
  process.getBuiltinModule('module').enableCompileCache();
  return Promise.all([
    import('../dist/bundle/src/cli/process-io.js'),
    command === 'mock' ? import('../dist/bundle/src/cli/mock.js') : import('../dist/bundle/src/cli/main.js'),
  ]).then(run, missingBuild);
}

function begin(fs) {
  var manifest = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  var wanted = manifest.engines.node;
  if (!isOlder(process.version, wanted)) return start();
  fail('needs Node ' + wanted + ', this is ' + process.version + '; install a newer Node and run it again');
}

// A Node that does not know this is too old.
if (process.getBuiltinModule) void begin(process.getBuiltinModule('fs'));
else void import('fs').then(begin);
