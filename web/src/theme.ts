// Light or dark: as the machine says, unless the user has said otherwise. Remembered in the browser where it lets us.
import { effect, signal, computed } from '@preact/signals';
import { dark, light, type Palette } from './colour';

const asked = matchMedia('(prefers-color-scheme: dark)');
const system = signal(asked.matches);
asked.addEventListener('change', () => { system.value = asked.matches; });

function remembered(): boolean | null {
  try { const v = localStorage.getItem('bouton-dark'); return v === null ? null : v === '1'; } catch { return null; }
}
const own = signal<boolean | null>(remembered());
export const isDark = computed(() => own.value ?? system.value);
export const palette = computed<Palette>(() => (isDark.value ? dark : light));

export function turn(): void {
  own.value = !isDark.value;
  try { localStorage.setItem('bouton-dark', own.value ? '1' : '0'); } catch { /* a page from a disk may not */ }
}

effect(() => { document.documentElement.dataset.theme = isDark.value ? 'dark' : 'light'; });
