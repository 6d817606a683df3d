/** Models: which there are, which are used, what they cost, and whether they answer. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../api/me.ts'
import { type ModelOverview, modelsQuery } from '../../api/models.ts'
import { settingsQuery } from '../../api/settings.ts'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Loaded } from '../../ui/states.tsx'
import { SettingRow } from '../settings/setting-row.tsx'
import { ConnectModel } from './connect-model.tsx'
import { LocalServers } from './local-servers.tsx'
import { modelGroups } from './model-list.ts'
import { ModelTable } from './model-table.tsx'

export function ModelsSection() {
  const query = useQuery(modelsQuery)
  const mayLook = useMay('admin')
  return (
    <>
      <Loaded query={query} lines={6}>
        {(overview) => <Models overview={overview} />}
      </Loaded>
      <div className="cols c2">
        <RolesCard />
        {mayLook && <LocalServers />}
      </div>
      <Card title="Connect a provider" sub="tried before it is kept">
        <ConnectModel />
      </Card>
    </>
  )
}

function Models({ overview }: { readonly overview: ModelOverview }) {
  const [words, setWords] = useState('')
  const { inUse, ready, missing } = modelGroups(overview.models, words)
  const { name, why } = overview.default
  const search = <SearchField value={words} onChange={setWords} label="Find a model" className="admin-search" />
  return (
    <Card
      title="Models"
      sub={<span className="desk">{`default: ${name}, because ${why}`}</span>}
      actions={search}
      flush
    >
      <ModelTable models={inUse} label="Models in use" />
      {ready.length > 0 && (
        <Others title={`${plural(ready.length, 'more model')} of your providers`} isOpen={words !== ''}>
          <ModelTable models={ready} label="More models" />
        </Others>
      )}
      {missing.length > 0 && (
        <Others title={`${plural(missing.length, 'known model')} that cannot be called yet`} isOpen={words !== ''}>
          <ModelTable models={missing} label="Models that cannot be called yet" />
        </Others>
      )}
    </Card>
  )
}

type OthersProps = { readonly title: string; readonly isOpen: boolean; readonly children: ReactNode }

function Others({ title, isOpen, children }: OthersProps) {
  return (
    <details className="others" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

const roleKeys = ['default_model', 'tier.local', 'tier.light', 'tier.medium', 'tier.heavy']

/** The default model and what the tiers stand for: settings, where they are looked for. */
function RolesCard() {
  const query = useQuery(settingsQuery)
  return (
    <Card title="Default and tiers" sub="personas and loops name tiers" flush>
      <Loaded query={query}>
        {(settings) => (
          <ul>
            {settings
              .filter(({ key }) => roleKeys.includes(key))
              .map((setting) => (
                <SettingRow key={setting.key} setting={setting} />
              ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}
