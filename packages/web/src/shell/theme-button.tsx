import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { currentTheme, switchTheme } from './theme.ts'

export function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <Button look="ghost" mini icon="moon" label={`Switch to ${other} theme`} onClick={() => setTheme(switchTheme())} />
  )
}
