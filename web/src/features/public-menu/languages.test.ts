import { afterEach, describe, expect, it, vi } from 'vitest';
import { bestLanguage, languageName, languageOffer, languagesOf, offeredLanguage } from './languages.ts';
import { addressIn, langOf, menuPath, pagePath } from './menu-address.ts';
import type { ShownMenu } from './shown-menu.ts';

afterEach(() => vi.unstubAllGlobals());

it('languages are named in themselves, also those that the page has no words for', () => {
  expect(['de', 'ar', 'zh-Hans', 'sv', 'pt-BR'].map(languageName)).toEqual([
    'Deutsch',
    'العربية',
    '简体中文',
    'Svenska',
    'Português (Brasil)',
  ]);
  expect(['fr', 'de-AT', 'sv'].map(languageOffer)).toEqual(['Aussi en français', 'Auch auf Deutsch', 'Svenska']);
});

it('the best language is the same tag, else the same language, in the order of wishes', () => {
  const tags = ['ja', 'pt', 'zh-Hans', 'pt-BR'];
  expect(bestLanguage(['pt-BR', 'ja'], tags)).toBe('pt-BR');
  expect(bestLanguage(['sv', 'PT-pt', 'ja'], tags)).toBe('pt');
  expect(bestLanguage(['zh-CN'], tags)).toBe('zh-Hans');
  expect(bestLanguage(['sv', ''], tags)).toBeUndefined();
  expect(languagesOf({ tag: 'ja', base: 'ja', offered: ['ja', 'en'] })).toEqual(['ja', 'en']);
});

describe('the language to offer', () => {
  const on = (tag: string, wishes: string[], chosen: string | null = null) => {
    vi.stubGlobal('navigator', { languages: wishes });
    vi.stubGlobal('localStorage', { getItem: () => chosen });
    return offeredLanguage({ tag, base: 'fr', offered: ['fr', 'en', 'de'] });
  };

  it("is one that the device prefers, at the base language's address only", () => {
    expect(on('fr', ['sv', 'de-CH', 'en'])).toBe('de');
    expect(on('fr', ['fr-CA', 'de'])).toBeUndefined();
    expect(on('fr', ['ja'])).toBeUndefined();
    expect(on('en', ['de'])).toBeUndefined();
  });

  it('is the one chosen last, wherever it was', () => {
    expect(on('fr', ['en'], 'de')).toBe('de');
    expect(on('en', ['en'], 'de')).toBe('de');
    expect(on('fr', ['en'], 'fr')).toBeUndefined();
    // Here there is no Japanese.
    expect(on('fr', ['en'], 'ja')).toBe('en');
  });
});

it('the language is a part of the address, except the base language', () => {
  expect(addressIn('/menu/chez-lea')).toEqual({ slug: 'chez-lea', lang: undefined });
  expect(addressIn('/menu/chez-lea/zh-Hans/')).toEqual({ slug: 'chez-lea', lang: 'zh-Hans' });
  expect(addressIn('/menu/%E0%A4%A/fr')).toEqual({ slug: '%E0%A4%A', lang: 'fr' });
  expect(addressIn('/menu/a/b/c').slug).toBe('');
  expect(pagePath({ slug: 'chez-lea', lang: 'en' })).toBe('/menu/chez-lea/en');
  expect(menuPath({ slug: 'ä' })).toBe('/api/public/menu/%C3%A4');
  const menu = (tag: string) => ({ language: { tag, base: 'fr', offered: [] } }) as unknown as ShownMenu;
  expect([menu('fr'), menu('en'), {} as ShownMenu].map(langOf)).toEqual([undefined, 'en', undefined]);
});
