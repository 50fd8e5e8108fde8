/**
 * A service with entries and without a fault, in a process of its own: prints its address and its key, and serves until it is ended. Its
 * argument: for how many milliseconds it keeps each answer back.
 */
import { houses } from '../../test/lives/run-zoo.ts';
import { listenOnThisMachine } from '../../test/other-interfaces/run-against-service.ts';

const serve = houses.find(({ name }) => name === 'depot')?.conforming[0]?.serve;
if (serve === undefined) throw new Error('there is no such service');
const [, , delay = '0'] = process.argv;
const delayMs = Number(delay);
const { url, key } = await listenOnThisMachine(serve, delayMs === 0 ? undefined : () => delayMs);
process.stdout.write(`${url} ${key}\n`);
