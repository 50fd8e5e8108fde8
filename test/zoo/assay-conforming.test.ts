import { wholeInCi } from '../sampled.ts';
import { describeAssayOver } from './describe-assay-over.ts';
import { conformingMembers, thoroughMembers } from './members.ts';

describeAssayOver('conforming services', wholeInCi(conformingMembers, 8));
describeAssayOver('faults that need a thorough run', wholeInCi(thoroughMembers, 8), 'thorough');
