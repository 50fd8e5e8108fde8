import { wholeInCi } from '../sampled.ts';
import { describeAssayOver } from './describe-assay-over.ts';
import { faultsIn } from './members.ts';

describeAssayOver('faults of limits', wholeInCi(faultsIn('limits'), 24));
