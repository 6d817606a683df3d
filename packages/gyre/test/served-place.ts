/** What a server serves, over a workplace in a folder of its own. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from '@gyre/server'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { serverPlace } from '../src/serve/server-place.ts'
import { openWorkplace, type Workplace } from '../src/wiring/workplace.ts'

export type Served = { readonly place: Place; readonly workplace: Workplace; readonly cwd: string }

/** With nobody on the network: the default model answers nothing, and the index is what is searched. */
export async function servedPlace(
  config: object = {},
  env: Readonly<Record<string, string>> = {},
  cwd = temporaryFolder(),
): Promise<Served> {
  const models = { default: 'house/m', providers: { house: { baseUrl: 'http://127.0.0.1:1/v1' } } }
  // A model that is found again by its name, and says nothing.
  const named = "{ 'test/scripted': { id: 'test/scripted', async *stream() {} } }"
  const written = `const config = ${JSON.stringify({ data: 'data', models, ...config })}
export default { ...config, models: { ...config.models, named: ${named} } }\n`
  writeFileSync(join(cwd, 'gyre.config.mjs'), written)
  const workplace = await openWorkplace({ cwd, env: { HOME: cwd, ...env }, platform: 'linux' })
  onTestFinished(() => workplace.close({ graceMs: 0 }))
  return { place: serverPlace(workplace), workplace, cwd }
}
