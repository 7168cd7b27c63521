import { formatMoney, US_DOLLARS } from '@tavola/contracts/rules/money.ts';
import { cn } from '../../../ui/cn.ts';
import './phone-menu.css';

interface PhoneMenuProps {
  dish: string;
  price: number;
  isAvailable: boolean;
}

/** A drawing of a phone with a menu. Decoration: the controls beside it have the same content. */
export function PhoneMenu({ dish, price, isAvailable }: PhoneMenuProps) {
  return (
    <div aria-hidden className="phone">
      <div className="phone-screen">
        <div className="phone-hero">
          <span className="phone-letter">T</span>
          <span className="display text-lg">Trattoria Ferrante</span>
          <div className="tablecloth phone-cloth" />
        </div>
        <div className="phone-tabs">
          <span>All Items</span>
          <span>Antipasti</span>
          <span>Pasta Fresca</span>
        </div>
        <p className="display phone-heading">Pasta Fresca</p>
        <ul>
          <Row
            name={dish}
            text="Slow-cooked beef and pork, egg ribbons."
            tag={isAvailable ? 'Popular' : 'Out of Stock'}
          >
            <Pasta />
            {/* A new key replays the price animation. */}
            <span key={price} className={cn('phone-price figures', !isAvailable && 'text-ink-faint')}>
              {formatMoney(price, US_DOLLARS)}
            </span>
          </Row>
          <Row name="Spaghetti alle Vongole" text="Clams, white wine, parsley.">
            <Clams />
            <span className="phone-price figures">{formatMoney(21, US_DOLLARS)}</span>
          </Row>
          <Row name="Gnocchi Sorrentina" text="Tomato, mozzarella, basil.">
            <Gnocchi />
            <span className="phone-price figures">{formatMoney(17.5, US_DOLLARS)}</span>
          </Row>
        </ul>
      </div>
    </div>
  );
}

interface RowProps {
  name: string;
  text: string;
  tag?: 'Popular' | 'Out of Stock';
  /** The picture and the price. */
  children: [React.ReactNode, React.ReactNode];
}

function Row({ name, text, tag, children: [picture, price] }: RowProps) {
  return (
    <li className={cn('phone-row', tag === 'Out of Stock' && 'phone-row-out')}>
      {picture}
      <span className="phone-name">{name}</span>
      {price}
      <span className="phone-text">{text}</span>
      {tag && (
        <span key={tag} className="phone-tag">
          {tag}
        </span>
      )}
    </li>
  );
}

function Pasta() {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className="phone-dish">
      <circle cx="24" cy="24" r="24" fill="#f3e6cf" />
      <circle cx="24" cy="24" r="17" fill="#fffaf0" />
      <g fill="none" stroke="#e0a83c" strokeWidth="2.6" strokeLinecap="round">
        <path d="M13 25c3-9 19-10 22-1M14 29c5-8 16-8 20-1M16 20c5-4 12-4 16 0M18 33c4-4 9-4 12-1" />
      </g>
      <path d="M18 24c1-5 11-6 13-1 1 4-3 7-7 7s-7-2-6-6Z" fill="#a43420" />
      <path d="M25 19c1-3 4-4 6-3 0 3-3 4-6 3Z" fill="#3f8a5d" />
    </svg>
  );
}

function Clams() {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className="phone-dish">
      <circle cx="24" cy="24" r="24" fill="#d9e2df" />
      <circle cx="24" cy="24" r="17" fill="#fffaf0" />
      <g fill="none" stroke="#e6c064" strokeWidth="2.4" strokeLinecap="round">
        <path d="M13 24c4-7 18-8 22 0M14 28c5-6 15-6 20 0M17 33c4-4 10-4 14 0" />
      </g>
      <g fill="#8b8f9c">
        <path d="M16 22c0-4 7-5 8-1-2 3-6 3-8 1ZM25 28c1-4 8-4 8 0-2 3-6 3-8 0ZM27 19c2-3 7-2 7 1-2 2-6 2-7-1Z" />
      </g>
      <circle cx="21" cy="30" r="1.4" fill="#3f8a5d" />
      <circle cx="30" cy="24" r="1.4" fill="#3f8a5d" />
    </svg>
  );
}

function Gnocchi() {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className="phone-dish">
      <circle cx="24" cy="24" r="24" fill="#efd8cc" />
      <circle cx="24" cy="24" r="17" fill="#c9482c" />
      <g fill="#f6dfa8">
        <ellipse cx="18" cy="21" rx="5" ry="3.6" />
        <ellipse cx="28" cy="19" rx="5" ry="3.6" />
        <ellipse cx="30" cy="28" rx="5" ry="3.6" />
        <ellipse cx="20" cy="30" rx="5" ry="3.6" />
      </g>
      <circle cx="24.5" cy="24.5" r="4" fill="#fffaf0" />
      <path d="M24 24c1-4 4-5 7-4 0 4-3 5-7 4Z" fill="#2f7550" />
    </svg>
  );
}
