import { describeAssayOver } from './describe-assay-over.ts';
import { faultsIn } from './members.ts';

describeAssayOver('faults of what is kept and done', faultsIn('state'));
