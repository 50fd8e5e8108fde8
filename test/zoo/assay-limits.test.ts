import { describeAssayOver } from './describe-assay-over.ts';
import { faultsIn } from './members.ts';

describeAssayOver('faults of limits', faultsIn('limits'));
