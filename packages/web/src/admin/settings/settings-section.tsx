/** Settings: every key with what it does, in a control that fits it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Setting, settingsQuery } from '../../api/settings.ts'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { PromptSettingRows } from './prompt-setting-rows.tsx'
import { groupsOf } from './setting-kind.ts'
import { SettingRow } from './setting-row.tsx'

export function SettingsSection() {
  const query = useQuery(settingsQuery)
  return (
    <Loaded query={query} lines={8}>
      {(settings) => <Settings settings={settings} />}
    </Loaded>
  )
}

function Settings({ settings }: { readonly settings: readonly Setting[] }) {
  const [words, setWords] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const changed = settings.filter(({ source }) => source !== 'default')
  const found = (onlyChanged ? changed : settings).filter((each) => isFound(each, words))
  return (
    <>
      <div className="row wrap">
        <SearchField value={words} onChange={setWords} label="Find a setting" className="admin-search" />
        <label className="row sm">
          <input type="checkbox" checked={onlyChanged} onChange={({ target }) => setOnlyChanged(target.checked)} />
          Only changed ({changed.length})
        </label>
        <span className="sp" />
        <span className="sm muted">Changes apply to new sessions; running ones keep their values.</span>
      </div>
      {found.length === 0 && <Empty title="No setting fits">Other words, or all of them, may find one.</Empty>}
      {[...groupsOf(found)].map(([name, members]) => (
        <Card
          key={name}
          title={name === '' ? 'General' : <code>{name}</code>}
          sub={plural(members.length, 'key')}
          flush
        >
          <ul>
            {members.map((setting) => (
              <SettingRow key={setting.key} setting={setting} />
            ))}
          </ul>
        </Card>
      ))}
      <PromptSettingRows isFound={(setting) => isFound(setting, words)} onlyChanged={onlyChanged} />
    </>
  )
}

function isFound({ key, description }: Pick<Setting, 'key' | 'description'>, words: string): boolean {
  const text = `${key} ${description}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
