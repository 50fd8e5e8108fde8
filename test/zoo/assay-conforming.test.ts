import { describeAssayOver } from './describe-assay-over.ts';
import { conformingMembers, thoroughMembers } from './members.ts';

describeAssayOver('conforming services', conformingMembers);
describeAssayOver('faults that need a thorough run', thoroughMembers, 'thorough');
