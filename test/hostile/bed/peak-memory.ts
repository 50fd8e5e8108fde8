import { writeFileSync } from 'node:fs';

/** Loaded into the measured process before everything else: writes the most memory that it ever took when it ends. */
const file = process.env['ASSAY_PEAK_FILE'];
process.on('exit', () => {
  if (file !== undefined) writeFileSync(file, String(process.resourceUsage().maxRSS * 1024));
});
