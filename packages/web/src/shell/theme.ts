/** Light or dark: as the system has it, until somebody chooses. */
const stored = 'gyre-theme'

export type Theme = 'light' | 'dark'

export function currentTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

export function switchTheme(): Theme {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset['theme'] = theme
  localStorage.setItem(stored, theme)
  return theme
}
