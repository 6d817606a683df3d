/** Who searches the web, by a plan and the keys of the environment; the index, where nobody else does. */
import { brave, exa, recordedSearch, type SearchProvider, safeFetch, searxng, serper, tavily } from '@gyre/tools'
import type { Environment } from '../config/environment.ts'
import type { SearchPlan } from '../config/tools/toolbox-plan.ts'

export type Searching = {
  /** Undefined when something is missing, which `trouble` tells. */
  readonly provider: SearchProvider | undefined
  readonly trouble?: string
  close(): Promise<void>
}

const byKey = { brave, tavily, exa, serper } as const

export function searchProvider(plan: SearchPlan, env: Environment, local: SearchProvider): Searching {
  const { provider, url, keyName, file } = plan
  const trouble = troubleOf(plan, env)
  if (trouble !== undefined)
    return { provider: undefined, trouble: `web.search is left out: ${trouble}`, close: nothing }
  if (provider === 'local') return { provider: local, close: nothing }
  if (provider === 'fixture') return { provider: recordedSearch(file ?? ''), close: nothing }
  // A server that was named on purpose may be in the house.
  const fetch = safeFetch({ allowHosts: url === undefined ? [] : [new URL(url).host] })
  const close = () => fetch.close()
  if (provider === 'searxng') return { provider: searxng({ url: url ?? '', fetch }), close }
  const apiKey = env[keyName ?? '']?.trim() ?? ''
  return { provider: byKey[provider]({ apiKey, fetch, ...(url !== undefined && { url }) }), close }
}

const nothing = async () => {}

/** What is missing; the environment is nobody's config file. */
function troubleOf({ provider, url, keyName }: SearchPlan, env: Environment): string | undefined {
  if (keyName !== undefined && !env[keyName]?.trim()) return `${provider} needs a key in ${keyName}.`
  const isAddress = url === undefined || /^https?:$/.test(URL.parse(url)?.protocol ?? '')
  return isAddress ? undefined : `the address of ${provider} must begin with http:// or https://.`
}
