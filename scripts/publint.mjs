// Looks at every package as it would be published: entries, types, files. `npm run release` comes first.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const root = new URL('../', import.meta.url)
const manifestOf = (folder) => JSON.parse(readFileSync(new URL(`${folder}/package.json`, root), 'utf8'))

let isClean = true
for (const folder of manifestOf('.').workspaces.filter((each) => each.startsWith('packages/'))) {
  const manifest = manifestOf(folder)
  if (manifest.private) continue
  const { messages } = await publint({
    pkgDir: fileURLToPath(new URL(`node_modules/.cache/release/${manifest.name}`, root)),
    strict: true,
  })
  const faults = messages.filter(({ type }) => type === 'error' || type === 'warning')
  console.log(`${manifest.name}: ${faults.length === 0 ? 'good' : `${faults.length} faults`}`)
  for (const message of messages)
    console.log(`  ${message.type}: ${formatMessage(message, manifest, { color: false })}`)
  if (faults.length > 0) isClean = false
}
process.exitCode = isClean ? 0 : 1
