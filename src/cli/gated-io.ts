import { withoutSecretParameters } from '../credential/credential-mask.ts';
import { gate } from '../credential/gate.ts';
import type { CliIo } from './cli-io.ts';

/** The same streams behind the gate: no secret that the process knows goes through them. */
export function gatedIo(io: CliIo): CliIo {
  return {
    ...io,
    stdout: (text) => io.stdout(gate().output(text)),
    stderr: (text) => io.stderr(gate().output(withoutSecretParameters(text))),
  };
}
