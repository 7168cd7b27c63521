const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];

const PLAIN: Readonly<Record<string, string>> = { '．': '.', '，': ',', '＋': '+', '￥': '¥', '＄': '$' };

/** `text` with its digits and price signs in ASCII, character by character: a place in it is the same place in `text`. */
export const plainDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९０-９．，＋￥＄]/g, (char) => {
    const code = char.charCodeAt(0);
    const zero = ZEROS.find((start) => code >= start && code < start + 10);
    return zero === undefined ? (PLAIN[char] ?? char) : String(code - zero);
  });
