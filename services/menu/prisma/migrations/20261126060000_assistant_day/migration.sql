-- CreateTable
CREATE TABLE "assistant_day" (
    "day" DATE NOT NULL,
    "tokens" BIGINT NOT NULL,

    CONSTRAINT "assistant_day_pkey" PRIMARY KEY ("day")
);
