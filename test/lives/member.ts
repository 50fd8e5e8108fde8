import type { RunSettings } from '../../src/record/record.ts';
import type { MakeService } from '../other-interfaces/run-against-service.ts';

/** A service of the zoo. */
export type Member = {
  readonly name: string;
  readonly serve: MakeService;
  readonly settings?: Partial<RunSettings>;
};

/** A service with one fault. `finds`: the check that has to tell, or how its name begins. */
export type FaultyMember = Member & { readonly finds: string };
