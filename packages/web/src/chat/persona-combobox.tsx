/** The personas and loops there are, to be searched and picked from. */
import { Combobox } from '@base-ui/react/combobox'
import { useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Avatar } from './avatar.tsx'
import { type Choice, type ChoiceGroup, groupsOf, isMeant } from './choices.ts'
import type { PersonaPickerProps } from './persona-picker.tsx'

export function PersonaCombobox({ choices, chosen, onChoose, disabled = false }: PersonaPickerProps) {
  const [words, setWords] = useState('')
  return (
    <Combobox.Root
      items={groupsOf(choices, words)}
      onInputValueChange={setWords}
      value={chosen}
      onValueChange={(choice: Choice | null) => choice && onChoose(choice)}
      isItemEqualToValue={(one: Choice, other: Choice) => one.name === other.name}
      itemToStringLabel={({ name }: Choice) => name}
      filter={(choice: Choice, words: string) => isMeant(choice, words)}
      disabled={disabled}
      autoHighlight
      defaultOpen
    >
      <Combobox.Trigger className="pick" aria-label={`Persona: ${chosen.name}`}>
        <Avatar name={chosen.name} loop={chosen.loop} />
        {chosen.name}
        <Icon name="down" small />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner side="top" align="start" sideOffset={8} className="z-20">
          <Combobox.Popup className="menu picker" aria-label="Who works on it">
            <Combobox.Input
              className="field"
              placeholder="Find a persona or a loop"
              aria-label="Find a persona or a loop"
            />
            <Combobox.Empty className="empty-line">Nobody is called that.</Combobox.Empty>
            <Combobox.List className="opts">
              {(group: ChoiceGroup) => (
                <Combobox.Group key={group.name} items={group.items}>
                  <Combobox.GroupLabel className="opts-head">{group.name}</Combobox.GroupLabel>
                  <Combobox.Collection>
                    {(choice: Choice) => <Option key={choice.name} choice={choice} />}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

function Option({ choice }: { readonly choice: Choice }) {
  const { name, line, loop, calls } = choice
  return (
    <Combobox.Item className="opt" value={choice}>
      <Avatar name={name} loop={loop} />
      <span>
        <b className="m5">{name}</b>
        <small>{line}</small>
      </span>
      <small>{calls}</small>
    </Combobox.Item>
  )
}
