/** Rules that may end a loop, in the order they are looked at; the one that did is marked. */
import { Icon, type IconName } from '../../ui/icon.tsx'

/** `fired`: it ended the loop. `near`: of those that have not, it is the nearest. */
export type RuleMark = 'fired' | 'near' | 'none'

export type Rule = { readonly name: string; readonly said: string; readonly mark: RuleMark }

type Sign = { readonly className: string; readonly icon: IconName; readonly words: string }

const signs: Readonly<Record<RuleMark, Sign>> = {
  fired: { className: 'fired', icon: 'done', words: 'This one ended it.' },
  near: { className: 'near', icon: 'half', words: 'The nearest.' },
  none: { className: 'muted', icon: 'ring', words: '' },
}

export function RuleList({ label, rules }: { readonly label: string; readonly rules: readonly Rule[] }) {
  return (
    <ol className="rule" aria-label={label}>
      {rules.map(({ name, said, mark }) => {
        const { className, icon, words } = signs[mark]
        return (
          <li key={name} className={className}>
            <Icon name={icon} small />
            <span>{name}</span>
            <span className="num wrap-anywhere">{words === '' ? said : `${said.replace(/\.$/, '')}. ${words}`}</span>
          </li>
        )
      })}
    </ol>
  )
}
