import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import {
  email,
  emailKey,
  hexColor,
  idParam,
  listLimit,
  newPassword,
  optionalText,
  pictureUrl,
  price,
  requiredText,
  slug,
  timeZone,
} from './fields.ts';
import { todaysZoneName, zoneNameHere } from './rules/zone-names.ts';

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map((issue) => issue.message);

const UNSTORABLE = ['\u0000', 'a\u0000b', '\u0007', '\u007f', '\ud800', 'a\udc00', '\ude00\ud83c'];

describe('required text', () => {
  const name = requiredText('Name', 5);
  it('is trimmed before it is measured', () => {
    expect(name.parse('  abcde \n')).toBe('abcde');
    expect(said(name, ' \t\u00a0\u3000')).toEqual(['Name is required.']);
    expect(said(name, 'abcdef')).toEqual(['Name can be at most 5 characters long.']);
    expect(said(name, undefined)).toEqual(['Name must be text.']);
  });
  it('keeps line breaks, tabs and every script', () => {
    expect(requiredText('Name', 50).parse('a\n\tb 寿司 🍣 עב')).toBe('a\n\tb 寿司 🍣 עב');
  });
  it('takes the line and page breaks that Word and PowerPoint copy as line breaks', () => {
    expect(requiredText('Name', 50).parse('a\vb\fc')).toBe('a\nb\nc');
  });
  it.each(UNSTORABLE)('refuses text that PostgreSQL cannot store: %j', (value) => {
    expect(said(requiredText('Name', 50), value)?.[0]).toBe("Name contains characters that can't be stored.");
  });
});

describe('optional text', () => {
  const text = optionalText('Description', 3);
  it('is null where it is empty', () => {
    for (const value of [null, '', '  \n']) expect(text.parse(value)).toBeNull();
    expect(text.parse(' abc ')).toBe('abc');
  });
  it.each([undefined, 7, [], 'abcd', '\u0000'])('refuses %j', (value) => {
    expect(takes(text, value)).toBe(false);
  });
});

describe('a price', () => {
  it('is any number of cents up to 99,999,999.99', () => {
    for (let cents = 0; cents <= 100_000; cents += 1) {
      if (!takes(price, Number(`${cents}e-2`))) expect.fail(`${cents} cents are refused`);
    }
    for (const cents of [9_999_999_999, 9_999_999_998, 3_333_333_333, 123_456_789, 7_000_000_007]) {
      expect(price.parse(Number(`${cents}e-2`))).toBe(cents / 100);
    }
  });
  it('is never -0', () => {
    expect(Object.is(price.parse(-0), 0)).toBe(true);
  });
  it.each([
    [-0.01, "Price can't be negative."],
    [100_000_000, 'Price can be at most 99,999,999.99.'],
    [99_999_999.991, 'Price can be at most 99,999,999.99.'],
    [0.001, 'Price can have at most two decimals.'],
    [0.1 + 0.2, 'Price can have at most two decimals.'],
    [Number.NaN, 'Price must be a number.'],
    [Number.POSITIVE_INFINITY, 'Price must be a number.'],
    ['1', 'Price must be a number.'],
    [null, 'Price must be a number.'],
  ])('is not %j: %s', (value, message) => {
    expect(said(price, value)?.[0]).toBe(message);
  });
});

describe('an id', () => {
  it.each(['1', '9', '2147483647'])('in a path may be %s', (value) => {
    expect(idParam.parse(value)).toBe(Number(value));
  });
  it.each(['+1', ' 1', '1 ', '', 'abc', 1])('in a path is not %j', (value) => {
    expect(takes(idParam, value)).toBe(false);
  });
});

describe('an e-mail address', () => {
  it.each(['ada@example.com', ' Ada.Conti+menu@Sub.Example.co ', "o'hara@example.ie"])('may be %j', (value) => {
    expect(email.parse(value)).toBe(value.trim());
  });
  it.each(['ada@example', 'ada@exa mple.com', 'ada@example.com,b@example.com'])('is not %j', (value) => {
    expect(takes(email, value)).toBe(false);
  });
  it('is at most 254 characters long', () => {
    const longest = `${'x'.repeat(64)}@${`${'y'.repeat(61)}.`.repeat(3)}com`;
    expect(longest).toHaveLength(254);
    expect(takes(email, longest)).toBe(true);
    expect(said(email, `x${longest}`)).toEqual(['Email can be at most 254 characters long.']);
  });
  it('is lowercased and trimmed', () => {
    expect(emailKey(' Ada@EXAMPLE.com\n')).toBe(emailKey('ada@example.COM'));
  });
});

describe('a password', () => {
  it('has the configured minimum length, six by default', () => {
    expect(said(newPassword(), '12345')).toEqual(['Password must be at least 6 characters.']);
    expect(takes(newPassword(), '123456')).toBe(true);
    expect(said(newPassword(10), '123456789')).toEqual(['Password must be at least 10 characters.']);
  });
  it('is kept unchanged, up to 128 characters', () => {
    expect(newPassword().parse('  päss\u0007wörd  ')).toBe('  päss\u0007wörd  ');
    expect(takes(newPassword(), 'x'.repeat(128))).toBe(true);
    expect(takes(newPassword(), 'x'.repeat(129))).toBe(false);
    expect(takes(newPassword(), '12345\ud800')).toBe(false);
  });
});

describe('a slug', () => {
  it.each(['a', '7', 'da-ada', 'a-b-c-1', 'x'.repeat(63)])('may be %s', (value) => {
    expect(slug.parse(` ${value} `)).toBe(value);
  });
  it.each(['a_b', 'admin', 'pre-launch'])('is not %j', (value) => {
    expect(takes(slug, value)).toBe(false);
  });
});

describe('a colour', () => {
  it('is six hexadecimal digits, stored in lower case', () => {
    expect(hexColor.parse(' #AaBb09 ')).toBe('#aabb09');
  });
  it.each(['#05966', '059669', 'rgb(0,0,0)'])('is not %j', (value) => {
    expect(takes(hexColor, value)).toBe(false);
  });
});

describe('a time zone', () => {
  it('may be any that browsers offer, and UTC', () => {
    for (const name of [...Intl.supportedValuesOf('timeZone'), 'UTC']) {
      expect(timeZone.parse(name)).toBe(todaysZoneName(name));
    }
  });
  it.each([
    [' europe/rome ', 'Europe/Rome'],
    ['AMERICA/NEW_YORK', 'America/New_York'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['utc', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['etc/gmt+5', 'Etc/GMT+5'],
  ])('written %j is kept as %s', (value, kept) => {
    expect(timeZone.parse(value)).toBe(kept);
  });
  it.each([
    ['Europe/Kyiv', 'Europe/Kiev'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
    ['America/Nuuk', 'America/Godthab'],
  ])('keeps its name of today, %s, which a former one becomes', (name, former) => {
    expect([name, former].map((each) => timeZone.parse(each))).toEqual([name, name]);
  });
  it('may have a former name in browsers that keep it as it is but list the one of today, as the standard says', () => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
      return { ...resolvedOptions.call(this), timeZone: 'Asia/Calcutta' };
    });
    vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Asia/Kolkata']);
    expect(timeZone.parse('Asia/Calcutta')).toBe('Asia/Kolkata');
    vi.restoreAllMocks();
  });
  it('may be one that the browser knows only by its former name', () => {
    class FormerFormat extends Intl.DateTimeFormat {
      constructor(locale?: string, options?: Intl.DateTimeFormatOptions) {
        if (options?.timeZone === 'Europe/Kyiv') throw new RangeError('unknown');
        super(locale, options);
      }
    }
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(FormerFormat as never);
    expect([timeZone.parse('Europe/Kyiv'), zoneNameHere('Europe/Kyiv')]).toEqual(['Europe/Kyiv', 'Europe/Kiev']);
    vi.restoreAllMocks();
  });
  it.each(['Rome', 'Europe/Atlantis', 'Europe/Rome; DROP', 'Etc/Unknown', '-0800'])('is not %j', (value) => {
    expect(said(timeZone, value)?.[0]).toMatch(/^Time zone must be /);
  });
});

describe('an image’s URL', () => {
  const url = pictureUrl('Image URL');
  it.each([
    'http://e.x',
    'https://example.com/a.png?b=c#d',
    'HTTPS://EXAMPLE.COM/ü',
    'http://[::1]:80/x',
    'https://例え.jp/x',
  ])('may be %s', (value) => {
    expect(url.parse(` ${value} `)).toBe(value);
  });
  it('is null where it is empty', () => {
    for (const value of [null, '', ' ']) expect(url.parse(value)).toBeNull();
  });
  it.each([
    'blob:https://e.x/1',
    'http:example.com',
    'https://e.x/\nx',
    'https://e.x:99999/',
    'https://[::1/',
    'xhttps://e.x',
  ])('is not %j', (value) => {
    expect(takes(url, value)).toBe(false);
  });
});

describe('the limit of a list', () => {
  it('is 100 by default and at most', () => {
    expect(listLimit.parse(undefined)).toBe(100);
    expect(listLimit.parse('7')).toBe(7);
    expect(listLimit.parse('100')).toBe(100);
  });
  it.each(['0', '101', '999', '1000', '-1', '1.5', '', 'x', ['1', '2']])('is not %j', (value) => {
    expect(takes(listLimit, value)).toBe(false);
  });
});
