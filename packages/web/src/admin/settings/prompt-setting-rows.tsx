/** Settings that are prompts: which text is in use, and the way to it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { promptsQuery } from '../../api/prompts.ts'
import { Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { WithCode } from '../../ui/with-code.tsx'
import { promptSettings, textInUse } from './prompt-settings.ts'

type PromptSettingRowsProps = {
  readonly isFound: (setting: { readonly key: string; readonly description: string }) => boolean
  readonly onlyChanged: boolean
}

export function PromptSettingRows({ isFound, onlyChanged }: PromptSettingRowsProps) {
  const { data: prompts = [] } = useQuery(promptsQuery)
  const rows = promptSettings.flatMap((setting) => {
    const prompt = prompts.find(({ id }) => id === setting.prompt)
    const isShown = prompt && isFound(setting) && !(onlyChanged && prompt.isDefault)
    return isShown ? [{ ...setting, isDefault: prompt.isDefault, inUse: textInUse(prompt) }] : []
  })
  if (rows.length === 0) return null
  return (
    <Card title={<code>prompts.reasoning.*</code>} sub={`${plural(rows.length, 'key')}, kept with the prompts`} flush>
      <ul>
        {rows.map(({ key, prompt, description, isDefault, inUse }) => (
          <li key={key} className="set" id={key}>
            <div>
              <code>{key}</code>
              <small>
                <WithCode text={description} />
              </small>
            </div>
            <div className="row wrap">
              <Tag tone={isDefault ? 'idle' : 'wait'} icon={isDefault ? 'ring' : 'edit'}>
                {inUse}
              </Tag>
              <Link to="/admin/prompts" search={{ id: prompt }}>
                Read or change {prompt}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
