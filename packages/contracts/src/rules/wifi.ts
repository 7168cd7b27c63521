// The code that joins a Wi-Fi network, for printed cards. No zod here.

/** A guests' network; one without a password is open. */
export interface Wifi {
  name: string;
  password?: string | undefined;
}

/** A text with what has a meaning in the code marked as text. */
const escaped = (text: string): string => text.replace(/[\\;,:"]/g, '\\$&');

/** The text of the QR code by which a phone joins `wifi`. */
export const wifiCode = ({ name, password }: Wifi): string =>
  password ? `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;` : `WIFI:T:nopass;S:${escaped(name)};;`;
