import { wholeInCi } from '../sampled.ts';
import { describeAssayOver } from './describe-assay-over.ts';
import { faultsIn } from './members.ts';

describeAssayOver('faults of what is kept and done', wholeInCi(faultsIn('state'), 24));
