-- Whether the cards of a printed sheet have the Wi-Fi's code. That is not known of earlier ones.
ALTER TABLE "printed_sheet" ADD COLUMN "wifi" BOOLEAN NOT NULL DEFAULT false;
